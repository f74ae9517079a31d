// Separates what every event runs from what only some events run. The build cuts this statement out.
// oxlint-disable-next-line no-debugger -- a statement that no minifier joins with another
debugger;
