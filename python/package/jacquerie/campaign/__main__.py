"""``python -m jacquerie.campaign``: solve a position on many machines."""

from .commands import main

if __name__ == "__main__":
    main()
