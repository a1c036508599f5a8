import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../run-command-line.ts';
import { createShell } from './shell.ts';
import { everyCommand } from './word-help.ts';

const NOWHERE = () => undefined;

const shell = createShell({
  environment: {},
  isJson: () => false,
  write: NOWHERE,
  writeError: NOWHERE,
  progress: NOWHERE,
});
const program = createProgram(shell, {});

function helpOf(...path: readonly string[]): string {
  const found = path.reduce<Command | undefined>(
    (command, name) => command?.commands.find((one) => one.name() === name),
    program,
  );
  return found?.helpInformation() ?? '';
}

describe('the help', () => {
  it('shows what must be given before all else', () => {
    const required = everyCommand(program).filter(({ options }) => options.some(({ mandatory }) => mandatory));
    expect(required.length).toBeGreaterThan(8);
    for (const command of required) {
      const help = command.helpInformation();
      const first = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
      expect(help.indexOf('Required:')).toBeGreaterThan(0);
      expect(help.indexOf('Required:')).toBeLessThan(help.indexOf('\nOptions:'));
      for (const flags of first) expect(help.split('\n')[0]).toContain(flags);
    }
  });

  it.each([[['grant']], [['revoke']], [['hold']], [['alert', 'add']], [['role', 'grant']], [['role', 'revoke']]])(
    '%j shows of which options it needs one',
    (path) => {
      expect(helpOf(...path)).toContain('One of these is required:');
    },
  );

  it('shows only what does something', () => {
    for (const name of ['list', 'show', 'release']) {
      expect(helpOf('hold', name)).not.toContain('--asset');
      expect(helpOf('hold', name)).toContain('--json');
    }
  });

  it('says in words what holds without an option', () => {
    const all = everyCommand(program).map((command) => command.helpInformation());
    for (const help of all) expect(help).not.toMatch(/\(default: [[{"]|default: (?:false|true)/);
    expect(helpOf('devices', 'scan').replaceAll(/\s+/g, ' ')).toContain('default: 1, 2, 3, 4, 5');
    expect(helpOf('conformance').replaceAll(/\s+/g, ' ')).toContain('default: 127.0.0.1 and a free port');
  });
});
