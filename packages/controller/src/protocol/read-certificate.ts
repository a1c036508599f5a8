import { readFile } from 'node:fs/promises';

/** Where a controller has its certificate, and the private key of that. */
export interface CertificateFiles {
  readonly certificateFile: string;
  readonly certificateKeyFile: string;
}

export interface OwnCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Read for each use: who renews them puts others in their place. */
export async function readCertificate(files: CertificateFiles): Promise<OwnCertificate> {
  const { certificateFile, certificateKeyFile } = files;
  const [cert, key] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(certificateKeyFile, 'utf8')]);
  return { cert, key };
}
