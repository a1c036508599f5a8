import { spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from 'vitest';
import { runHere } from '../../testing/run-here.ts';

const isHere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

async function scriptFor(shell: string): Promise<string> {
  const { code, out } = await runHere(['completion', shell]);
  expect(code).toBe(0);
  return out;
}

/** What bash offers for the last of these words. */
async function offered(...words: readonly string[]): Promise<string[]> {
  const list = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(setpoint ${list}); COMP_CWORD=${words.length}; _setpoint; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync('bash', ['-c', `${await scriptFor('bash')}\n${ask}`], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('bash completes', () => {
  beforeEach((context) => {
    if (!isHere('bash')) context.skip('no bash is installed');
  });

  it('commands, and those below them', async () => {
    await expect(offered('sch')).resolves.toEqual(['schedule']);
    await expect(offered('site', 'h')).resolves.toEqual(['headroom', 'history']);
    await expect(offered('pool', 'member', '')).resolves.toEqual(
      expect.arrayContaining(['list', 'add', 'remove', '--json', '--help']),
    );
  });

  it('options, also behind arguments', async () => {
    await expect(offered('site', 'plan', 'Nordhafen', '--fr')).resolves.toEqual(['--from']);
    await expect(offered('site', 'list', '--j')).resolves.toEqual(['--json']);
  });

  it('values of options and arguments', async () => {
    await expect(offered('grant', 'Desk', '--can', '')).resolves.toEqual(['read', 'schedule']);
    await expect(offered('completion', 'z')).resolves.toEqual(['zsh']);
  });
});

it.for(['fish', 'zsh'])('%s reads its script', async (shell, context) => {
  if (!isHere(shell)) return context.skip(`no ${shell} is installed`);
  const { status, stderr } = spawnSync(shell, ['-n'], { input: await scriptFor(shell), encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

it('each script has every command, and says how it was made', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = await scriptFor(shell);
    expect(script).toContain(`setpoint completion ${shell}`);
    for (const path of ['site add', 'pool member add', 'audit verify', 'config check'])
      expect(script).toContain(`'${path}'`);
  }
});
