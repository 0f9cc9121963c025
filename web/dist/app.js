"use strict";

// Asks the server who it is, to show that both are there.
const address = new URL("socket", location.href);
address.protocol = "ws:";
address.hash = "";
const socket = new WebSocket(address);
const say = (text) => {
  document.getElementById("state").textContent = text;
};
socket.onopen = () => socket.send(JSON.stringify({ type: "hello", id: 1 }));
socket.onmessage = (event) => say(`${JSON.parse(event.data).name} is here.`);
socket.onclose = () => say("The program has ended.");
