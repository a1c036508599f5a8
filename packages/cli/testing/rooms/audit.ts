export { exportAuditLog } from '../../src/audit/audit-commands.ts';
export { thumbprintOf } from '../../src/audit/thumbprint-of.ts';
export { verifyAudit } from '../../src/audit/verify-audit.ts';
export { verifyAuditLog } from '../../src/audit/verify-audit-log.ts';
export { createShell } from '../../src/shell/shell.ts';
