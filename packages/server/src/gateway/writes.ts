import type { AnyWrite } from '../store/define-write.ts';
import { announceSilence } from './announce-silence.ts';
import { endSession } from './end-session.ts';
import { recordProtocolError } from './record-protocol-error.ts';
import { recordReport } from './record-report.ts';
import { recordTrouble } from './record-trouble.ts';

export const gatewayWrites: readonly AnyWrite[] = [
  announceSilence,
  endSession,
  recordProtocolError,
  recordReport,
  recordTrouble,
];
