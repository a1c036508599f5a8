import { makeTempDir } from '../support/service/temp-dir.ts';
import { installPython } from '../clients/python/install-python.ts';
import { FOREIGN_PACKAGES, type ForeignName } from './foreign-device.ts';
import { PARK, PARK_FAULTS, tryFault } from './try-fault.ts';
import type { Report } from './write-report.ts';

const AT_ONCE = 4;

/** Devices that others wrote, with everything that goes wrong: accepted means that the power followed, or it is told. */
export async function proveForeignDevices(say: (line: string) => void): Promise<Report> {
  await using folder = await makeTempDir();
  const installed = await installPython(folder.path, FOREIGN_PACKAGES);
  if ('missing' in installed) return { facts: [], faults: [], skipped: installed.missing };
  const { python } = installed;
  const faults: string[] = [];
  const total = { tried: 0, told: 0, longestS: 0 };
  const waiting = (Object.keys(PARK) as ForeignName[])
    .flatMap((name) => PARK_FAULTS.map((fault) => ({ name, fault })))
    .values();
  const tryOneByOne = async () => {
    for (const { name, fault } of waiting) {
      const { falsehood, toldAfterS } = await tryFault(python, name, fault);
      total.tried += 1;
      total.told += toldAfterS === undefined ? 0 : 1;
      total.longestS = Math.max(total.longestS, toldAfterS ?? 0);
      if (falsehood !== undefined) faults.push(`${name}, ${fault.name}: ${falsehood}`);
      say(
        `${total.tried} ${name}, ${fault.name}: ${falsehood ?? (toldAfterS === undefined ? 'follows' : `told after ${toldAfterS} s`)}`,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, tryOneByOne));
  return {
    facts: [
      `Devices made of ${FOREIGN_PACKAGES.join(' and ')}: ${Object.keys(PARK).join(', ')}.`,
      `${total.tried} pairs of a device and a fault: in ${total.tried - total.told} the power followed, in ${total.told} people were told, after at most ${total.longestS} s by the clock of the controller.`,
    ],
    faults,
  };
}
