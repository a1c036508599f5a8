/** How people call the command line where the service runs; the page is told of any other name. */
export function commandName(): string {
  return document.getElementById('root')?.dataset['command'] ?? 'setpoint';
}
