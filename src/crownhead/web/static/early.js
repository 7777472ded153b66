// Before anything is drawn: the board and the light or dark mode chosen in this browser, so that nothing flashes.
try {
  const { values } = JSON.parse(localStorage.getItem("crownhead-preferences"));
  for (const name of ["theme", "pieces", "mode", "motion"]) document.documentElement.dataset[name] = values[name];
} catch {
  // nothing is kept here yet
}
