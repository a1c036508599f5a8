import { type Environment, createSettingsReader, type SettingsReader } from '../../wire/settings-reader.ts';
import { MaintenanceError } from '../tables.ts';
import { folderShelf } from './folder-shelf.ts';
import { isS3, type NamedPlace, readS3Place, readS3Service, type S3Place, type S3Service } from './s3-place.ts';
import type { Shelf } from './shelf.ts';

/** A folder, or a place in a bucket. */
export type BackupPlace = { readonly folder: string } | S3Place;

export function readBackupPlace(read: SettingsReader, named: NamedPlace, service: () => S3Service): BackupPlace {
  return isS3(named.address) ? readS3Place(read, named, service()) : { folder: named.address };
}

export async function openShelf(place: BackupPlace): Promise<Shelf> {
  if ('folder' in place) return folderShelf(place.folder);
  // Loaded where there is a bucket.
  const { s3Shelf } = await import('./s3-shelf.ts');
  return s3Shelf(place);
}

/** A shelf for a command, with what the environment says of a bucket. */
export async function openShelfAt(environment: Environment, named: NamedPlace): Promise<Shelf> {
  return await openShelf(placeAt(environment, named));
}

export function placeAt(environment: Environment, named: NamedPlace): BackupPlace {
  const problems: string[] = [];
  const read = createSettingsReader(environment, problems);
  const place = readBackupPlace(read, named, () => readS3Service(read));
  if (problems.length > 0) throw new MaintenanceError(problems.join('\n'));
  return place;
}
