import { execFile, spawnSync } from 'node:child_process';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type FileSystem = 'ext4' | 'xfs';

/** Why images of this kind cannot be mounted and cut here; undefined when they can. */
export function whyNoImages(fileSystem: FileSystem): string | undefined {
  const missing = [`mkfs.${fileSystem}`, 'xfs_io', 'mount'].filter(
    (tool) => spawnSync(tool, ['-V']).error !== undefined,
  );
  if (missing.length > 0) return `${missing.join(' and ')} not there`;
  if (process.getuid?.() !== 0) return 'only root may mount';
  return spawnSync('losetup', ['-f']).status === 0 ? undefined : 'no loop device is free';
}

export async function mountImage(fileSystem: FileSystem, folder: string) {
  const [image, path] = [join(folder, `${fileSystem}.img`), join(folder, fileSystem)];
  await mkdir(path);
  await writeFile(image, '');
  await truncate(image, 512 * 2 ** 20);
  await run(`mkfs.${fileSystem}`, ['-q', image]);
  const mount = () => run('mount', ['-o', 'loop', image, path]);
  const unmount = () => run('umount', [path]);
  await mount();
  return {
    path,
    // Without a last flush of the journal: what a commit did not sync by itself is lost.
    cutPower: async () => void (await run('xfs_io', ['-x', '-c', 'shutdown', path])),
    remount: async () => {
      await unmount();
      await mount();
    },
    [Symbol.asyncDispose]: async () => void (await unmount()),
  };
}
