// Optional features.  Every page also works without this script.
"use strict";

// Sorts a table when the user clicks a heading.  Cells with data-value are compared as numbers,
// other cells as text.
function sortable(table) {
	const body = table.tBodies[0];
	const key = (row, column) => {
		const cell = row.cells[column];
		if (!cell) return "";
		if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
		const time = cell.querySelector("time");
		if (time) return time.getAttribute("datetime");
		return (cell.querySelector(".label") || cell).textContent.trim();
	};
	const order = (a, b) => typeof a === "number" && typeof b === "number" ? a - b
		: String(a).localeCompare(String(b), undefined, { numeric: true });
	const sort = (heading, column) => {
		const down = heading.getAttribute("aria-sort") === "ascending";
		const rows = [...body.rows].filter((row) => !row.classList.contains("words"));
		const keys = new Map(rows.map((row) => [row, key(row, column)]));
		rows.sort((a, b) => (down ? -1 : 1) * order(keys.get(a), keys.get(b)));
		for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
		heading.setAttribute("aria-sort", down ? "descending" : "ascending");
		body.append(...rows);
	};
	[...table.tHead.rows[0].cells].forEach((heading, column) => {
		const button = document.createElement("button");
		button.type = "button";
		button.textContent = heading.textContent;
		button.addEventListener("click", () => sort(heading, column));
		heading.replaceChildren(button);
	});
}

// Shows a button that makes the gateway the handler of a scheme: <button data-scheme="gopher" hidden>.
function offer(button) {
	if (!navigator.registerProtocolHandler) return;
	button.hidden = false;
	button.addEventListener("click", () => {
		try {
			navigator.registerProtocolHandler(button.dataset.scheme, location.origin + "/_/open?uri=%s");
			button.textContent += " \u2713";
		} catch (refused) {
			button.disabled = true;
			button.title = String(refused.message);
		}
	});
}

document.querySelectorAll("table.sortable").forEach(sortable);
document.querySelectorAll("button[data-scheme]").forEach(offer);
