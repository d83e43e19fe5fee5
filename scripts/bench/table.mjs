// One figure is `{ what, value, unit, digits, most, least, note }`: `most` or
// `least` is the limit, where there is one.

const HEADER = ["what", "figure", "", "limit", "", ""];
/** The column of the numbers, which stand at its right. */
const NUMBERS = 1;

/** Prints figures as a table. */
export function print(figures) {
  const table = [HEADER, ...rowsOf(figures)];
  const widths = HEADER.map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const [index, row] of table.entries()) {
    const cells = row.map((cell, column) => (column === NUMBERS ? cell.padStart(widths[column]) : cell.padEnd(widths[column])));
    console.log(cells.join("  ").trimEnd());
    if (index === 0) console.log(widths.map((width) => "-".repeat(width)).join("  "));
  }
}

/** The same table in Markdown. */
export function markdown(figures) {
  const rule = HEADER.map((_, column) => (column === NUMBERS ? "---:" : "---"));
  return [HEADER, rule, ...rowsOf(figures)].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

function rowsOf(figures) {
  return figures.map(({ what, value, unit = "", digits = 1, most, least, note = "" }) => {
    const limit = most !== undefined ? `<= ${number(most, fraction(most))}` : least !== undefined ? `>= ${number(least, fraction(least))}` : "";
    const misses = (most !== undefined && value > most) || (least !== undefined && value < least);
    return [what, number(value, digits), unit, limit, limit === "" ? "" : misses ? "over" : "ok", note];
  });
}

function number(value, digits = 0) {
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function fraction(limit) {
  return Number.isInteger(limit) ? 0 : 1;
}
