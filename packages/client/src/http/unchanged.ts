/** What a call only reads: readonly lists do too. */
export type Unchanged<Value> = Value extends readonly (infer Element)[]
  ? readonly Unchanged<Element>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unchanged<Value[Key]> }
    : Value;
