import { describe, expect, it } from 'vitest';
import { unless } from '@setpoint/server/testing/unless';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { ERASE, ESCAPE, linesSeen, noTerminal, startAtTerminal } from './at-terminal.ts';

const PORTS = { SETPOINT_HTTP_PORT: '0', SETPOINT_OPS_PORT: '0', SETPOINT_MQTT_PORT: '0' };
const COLUMNS = 40;

describe('at a terminal', unless(noTerminal), () => {
  it('nothing follows the text of `serve`, and nothing is left of Ctrl-C', async () => {
    await using dir = await makeTempDir();
    await using terminal = startAtTerminal({ args: ['serve'], env: serving(dir.path), columns: COLUMNS });
    await terminal.says('Ctrl-C stops it.');
    terminal.pressCtrlC();
    await terminal.ended;
    expect(linesSeen(terminal.written()).slice(-2)).toEqual(['Ctrl-C stops it.', '']);
  });

  it('what `serve` logs is a sentence of one line', async () => {
    await using dir = await makeTempDir();
    const smtp = { SETPOINT_SMTP_URL: 'smtp://192.0.2.1?from=setpoint@example.com' };
    const env = { ...serving(dir.path), ...smtp, SETPOINT_LOG_LEVEL: 'debug' };
    await using terminal = startAtTerminal({ args: ['serve'], env, columns: COLUMNS });
    await terminal.says('sealed the audit log (');
    const logged = linesSeen(terminal.written()).filter((line) => /^\S+Z /.test(line));
    expect(logged).toContainEqual(expect.stringMatching(/Z warning: e-mail of alerts goes in the clear/));
    expect(logged).toContainEqual(expect.stringMatching(/Z info: sealed the audit log \(\w+ /));
    expect(terminal.written()).not.toContain('"level"');
  });

  it('the first start of `demo` shows how far it is in a line that fits, and clears it', async () => {
    await using dir = await makeTempDir();
    const args = ['demo', '--data', dir.path];
    await using terminal = startAtTerminal({ args, env: PORTS, columns: COLUMNS });
    await terminal.says('Ctrl-C stops everything.');
    terminal.pressCtrlC();
    await terminal.ended;
    const shown = terminal.written().split(ERASE);
    const simulated = shown
      .flatMap((text) => (text.startsWith('Simulating site ') ? text.split('\r') : []))
      .filter((line) => line !== '');
    expect(simulated).toHaveLength(12);
    expect(simulated.every((line) => line.length < COLUMNS)).toBe(true);
    expect(simulated[4]).toBe('Simulating site 5 of 12: Apartment blo…');
    // Nothing hides the cursor, or changes anything else that would have to be set back.
    expect(shown.join('')).not.toContain(ESCAPE);
    const lines = linesSeen(terminal.written());
    expect(lines.filter((line) => line.includes('Simulating'))).toEqual([expect.stringContaining('the last day of')]);
    expect(lines.slice(-2)).toEqual(['Ctrl-C stops everything.', '']);
  });
});

function serving(dataDir: string) {
  return { ...PORTS, SETPOINT_DATA_DIR: dataDir };
}
