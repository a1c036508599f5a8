import type { Command } from 'commander';

/** `setpoint serve` */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service here, as the environment says')
    .action(async () => {
      // The other commands do without the service's code, and start the faster for it.
      const { serve } = await import('@setpoint/server');
      await serve(process.env);
    });
}
