/** The lines of a table without quotes, by the names of its columns; an empty cell is null. */
export function readCsv(text: string): Record<string, string | null>[] {
  const [head = '', ...lines] = text.split('\r\n');
  if (lines.pop() !== '') throw new Error('the last line of the table has no end');
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    if (cells.length !== columns.length) throw new Error(`${line} has another number of cells than ${head}`);
    return Object.fromEntries(
      columns.map((column, index) => [column, cells[index] === '' ? null : (cells[index] ?? null)]),
    );
  });
}
