import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isThumbprint } from '@setpoint/contract';
import { InvalidArgumentError } from 'commander';
import { fileProblem } from '../shell/file-problem.ts';

/** The thumbprint of a certificate (`x5t#S256`), which is given as such, or by the path of its PEM file. */
export function thumbprintOf(given: string): string {
  if (isThumbprint(given)) return given;
  try {
    return createHash('sha256')
      .update(new X509Certificate(readFileSync(given)).raw)
      .digest('base64url');
  } catch (cause) {
    throw new InvalidArgumentError(
      `Give the path of a certificate (PEM) or its thumbprint: ${fileProblem(cause, given) ?? (cause instanceof Error ? cause.message : String(cause))}`,
    );
  }
}
