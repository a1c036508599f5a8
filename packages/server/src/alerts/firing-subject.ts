/** A site, a pool or a credential for which a rule fires. */
export interface FiringSubject {
  readonly subjectId: string;
  readonly subjectName: string;
  readonly since: number;
}
