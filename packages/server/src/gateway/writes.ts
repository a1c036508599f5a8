import type { AnyWrite } from '../store/define-write.ts';
import { announceSilence } from './reports/announce-silence.ts';
import { endSession } from './reports/end-session.ts';
import { recordProtocolError } from './troubles/record-protocol-error.ts';
import { recordReport } from './reports/record-report.ts';
import { recordTrouble } from './troubles/record-trouble.ts';

export const gatewayWrites: readonly AnyWrite[] = [
  announceSilence,
  endSession,
  recordProtocolError,
  recordReport,
  recordTrouble,
];
