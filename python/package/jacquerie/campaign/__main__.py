"""``python -m jacquerie.campaign``: solve a position on many machines."""

import sys

try:
    from .commands import main
except ModuleNotFoundError as error:
    if (error.name or "").startswith("jacquerie"):
        raise
    sys.exit(f"error: campaigns also need the package '{error.name}': pip install 'jacquerie[campaign]'")

if __name__ == "__main__":
    main()
