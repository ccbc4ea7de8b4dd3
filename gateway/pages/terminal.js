// The terminal of a session.  xterm.js draws the terminal; its version in Debian has an older interface
// than the one of npm.  Input and output are binary messages of a WebSocket; text messages control
// the terminal.
"use strict";

(() => {
	const place = document.getElementById("terminal");
	const state = document.getElementById("terminal-state");
	const decoder = new TextDecoder();
	const encoder = new TextEncoder();
	const terminal = new Terminal({ cursorBlink: false, fontSize: 15, scrollback: 5000 });
	let socket = null;
	let status = "";

	terminal.open(place);
	const say = (words) => { state.textContent = words; };
	const when = (name, old, act) => { if (terminal[name]) terminal[name](act); else terminal.on(old, act); };

	// Resizes the terminal so that it fills its element.  The size of a cell is computed from the current size.
	function fit() {
		const screen = place.querySelector(".xterm-screen");
		const columns = Math.floor(place.clientWidth * terminal.cols / screen.clientWidth);
		const lines = Math.floor(place.clientHeight * terminal.rows / screen.clientHeight);
		if (!Number.isFinite(columns) || !Number.isFinite(lines)) return;
		const within = (n, least) => Math.min(Math.max(n, least), 500);
		terminal.resize(within(columns, 20), within(lines, 5));
	}

	function send(data) {
		if (socket && socket.readyState === WebSocket.OPEN) socket.send(data);
	}

	function hear(event) {
		if (typeof event.data !== "string") terminal.write(decoder.decode(event.data, { stream: true }));
		else if (event.data.startsWith("ended ")) status = event.data.slice(6);
	}

	function leave(event) {
		const why = event.reason || "the connection was lost";
		say("Ended: " + why + (status && status !== "0" ? " with status " + status : "") + ".");
		place.classList.add("ended");
	}

	function connect() {
		const size = "&columns=" + terminal.cols + "&lines=" + terminal.rows;
		socket = new WebSocket("ws://" + location.host + "/_/session?id=" + place.dataset.ticket + size);
		socket.binaryType = "arraybuffer";
		socket.addEventListener("open", () => { say("Connected."); terminal.focus(); });
		socket.addEventListener("message", hear);
		socket.addEventListener("close", leave);
	}

	// The terminal receives every key, so one key must move the focus out of the terminal (WCAG 2.1.2).
	function key(event) {
		if (event.key !== "Escape" || !event.shiftKey) return true;
		if (event.type === "keydown") {
			terminal.blur();
			document.getElementById("main").focus();
		}
		return false;
	}

	fit();
	connect();
	terminal.attachCustomKeyEventHandler(key);
	when("onData", "data", (text) => send(encoder.encode(text)));
	when("onResize", "resize", (size) => send("resize " + size.cols + " " + size.rows));
	window.addEventListener("resize", fit);
})();
