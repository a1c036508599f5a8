/** Whose roles they are. */
export interface Holder {
  readonly kind: 'person' | 'group';
  readonly id: string;
  readonly name: string;
}
