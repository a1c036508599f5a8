/** Something that can be gone to. */
export interface Entry {
  readonly href: string;
  readonly label: string;
  readonly kind: 'View' | 'Site' | 'Pool' | 'Client' | 'Task' | 'Docs';
  /** Other words by whose beginnings it is found, such as an id. */
  readonly also?: string;
}
