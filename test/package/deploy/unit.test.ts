import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unless } from '@setpoint/server/testing/unless';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { bootMachine, type Machine, whyNoMachine } from './boot-machine.ts';
import { installBlocks } from './install-page.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

const DEPLOY = fileURLToPath(new URL('../../../deploy', import.meta.url));
const TARBALL = process.env['SETPOINT_TEST_PACKAGE'] ?? '';
const SETPOINT = 'SETPOINT_DATA_DIR=/var/lib/setpoint setpoint';
// systemd.exec(5): 61184 to 65519.
const DYNAMIC_USER = /^6\d{4}\n$/;
const MAKING_TAKES_MS = 600_000;
const WHY_NOT = whyNoMachine();

describe('deploy/setpoint.service, in a machine that systemd booted', unless(WHY_NOT), () => {
  const checkout = folderOfTests();
  let machine: Machine;

  beforeAll(async () => {
    cpSync(DEPLOY, join(checkout, 'deploy'), { recursive: true });
    copyFileSync(TARBALL, join(checkout, 'setpoint-X.Y.Z.tgz'));
    machine = await bootMachine(checkout);
  }, MAKING_TAKES_MS);

  afterAll(() => machine?.[Symbol.asyncDispose]());

  it('the block of docs/learn/install.md installs it, and gives out a link to the console', () => {
    const [block = ''] = installBlocks('systemd');
    const ran = machine.run(`cd /root/checkout\n${block}`);
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('/#sign-in=') });
  });

  it('serves with few rights as a user of its own, and keeps what was set when it is killed and started again', () => {
    expect(machine.run(`${SETPOINT} health --wait 60`)).toMatchObject({ code: 0, out: 'ready\n' });
    expect(machine.run(`${SETPOINT} site add Nordhafen`)).toMatchObject({ code: 0 });
    expect(machine.run('systemd-analyze security --threshold=15 setpoint')).toMatchObject({ code: 0 });
    expect(machine.run('stat -c %u /proc/$(systemctl show -P MainPID setpoint)').out).toMatch(DYNAMIC_USER);
    machine.run('systemctl kill --signal KILL setpoint');
    expect(machine.run(`${SETPOINT} health --wait 60`)).toMatchObject({ code: 0, out: 'ready\n' });
    expect(state('NRestarts')).toEqual(['1']);
    expect(machine.run(`${SETPOINT} site list`).out).toContain('Nordhafen');
  });

  it('listens on all addresses when it is told to, and ends with 0 when it is stopped', () => {
    set('SETPOINT_HTTP_HOST=0.0.0.0', 'SETPOINT_TLS=terminated-upstream');
    machine.run('systemctl restart setpoint');
    expect(machine.run(`${SETPOINT} health --wait 60`)).toMatchObject({ code: 0, out: 'ready\n' });
    expect(machine.run('systemctl stop setpoint')).toMatchObject({ code: 0 });
    expect(state('ActiveState', 'Result', 'ExecMainStatus')).toEqual(['inactive', 'success', '0']);
  });

  it('ends with 78 when a setting is wrong, and is not started again', async () => {
    set('SETPOINT_HTTP_PORT=x');
    machine.run('systemctl start setpoint');
    // It would be `activating` while it waits to be started again.
    const isOver = ([active]: readonly string[]) => active !== 'active' && active !== 'deactivating';
    const ended = await lookUntil(async () => state('ActiveState', 'ExecMainStatus', 'NRestarts'), isOver);
    expect(ended).toEqual(['failed', '78', '0']);
    expect(machine.run('journalctl -u setpoint').out).toContain('SETPOINT_HTTP_PORT: "x"');
  });

  const set = (...lines: readonly string[]) =>
    machine.run(`mkdir -p /etc/setpoint; printf '%s\\n' ${lines.join(' ')} > /etc/setpoint/setpoint.env`);
  const state = (...names: readonly string[]) =>
    names.map((name) => machine.run(`systemctl show -P ${name} setpoint`).out.trim());
});
