import { describe, expect, it } from 'vitest';
import { unless } from '@setpoint/server/testing/unless';
import { whyNoImages } from '../support/system/mount-image.ts';
import { cutPowerUnderLoad } from './cut-power-under-load.ts';

describe.each(['ext4', 'xfs'] as const)('a power cut on %s', (fileSystem) => {
  it('loses no acknowledged batch', unless(whyNoImages(fileSystem)), async () => {
    const { history, faults } = await cutPowerUnderLoad({ fileSystem, cuts: 2, seed: 1 });
    expect(faults).toEqual([]);
    expect(history.count('accepted')).toBeGreaterThan(4);
  });
});
