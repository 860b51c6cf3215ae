/** Spreadsheets take these for the beginning of a formula; an apostrophe before them makes them text. */
const formula = /^[=+\-@\t\r]/
const cell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as comma-separated values (RFC 4180), with the mark by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`

/** A row of CSV takes pounds as a plain number ("13.5" pounds is 1350 pence). */
export const poundsCell = (amountPence: number): string => (amountPence / 100).toFixed(2)
