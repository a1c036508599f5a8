export { verifyAuditLog } from '../../src/audit/verify-audit-log.ts';
