/** How people call the command line where the service runs; the page is told of anything but npx. */
export function commandName(): string {
  return document.getElementById('root')?.dataset['command'] ?? 'npx setpoint';
}
