// The button of a sheet.

document.getElementById("print")?.addEventListener("click", () => print());
