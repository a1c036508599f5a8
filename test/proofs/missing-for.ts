import { spawnSync } from 'node:child_process';
import { findBrowser } from '../support/find-browser.ts';
import { whyNoImages } from '../support/system/mount-image.ts';
import { canTrace } from '../support/system/trace-command.ts';

/** What a bare machine may lack, by proof or suite: a name, and whether it is there. */
const NEEDS: Readonly<Record<string, readonly (readonly [tool: string, isThere: () => boolean])[]>> = {
  'crash-points': [['strace', canTrace]],
  'power-cut': [
    ['loop mounts of ext4, with xfs_io', () => whyNoImages('ext4') === undefined],
    ['loop mounts of XFS', () => whyNoImages('xfs') === undefined],
  ],
  'rolling-restart': [tool('haproxy', '-v')],
  'foreign-devices': [tool('python3')],
  samples: [
    ['strace', canTrace],
    ['loop mounts of ext4, with xfs_io', () => whyNoImages('ext4') === undefined],
    ['loop mounts of XFS', () => whyNoImages('xfs') === undefined],
    tool('haproxy', '-v'),
    ['a Python with paho-mqtt', () => spawnSync('python3', ['-c', 'import paho.mqtt']).status === 0],
  ],
  pages: [['Chromium', () => findBrowser() !== undefined]],
  deploy: [
    ...['podman', 'buildah', 'runc', 'podman-compose', 'helm', 'kubectl', 'kubernetes-validate'].map((name) =>
      tool(name),
    ),
    ...['promtool', 'systemd-analyze', 'systemd-nspawn', 'hadolint', 'actionlint', 'zizmor'].map((name) => tool(name)),
    ['Chromium', () => findBrowser() !== undefined],
  ],
  clients: [tool('python3'), tool('go', 'version'), tool('java'), tool('mvn'), tool('cargo')],
};

/** What is missing here for a proof or a suite. */
export function missingFor(name: string): string[] {
  return (NEEDS[name] ?? []).filter(([, isThere]) => !isThere()).map(([needed]) => needed);
}

function tool(name: string, option = '--version'): readonly [string, () => boolean] {
  return [name, () => spawnSync(name, [option], { stdio: 'ignore' }).error === undefined];
}
