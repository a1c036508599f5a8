import type { AnswerTo, MethodAt, OperationPath, ParameterIn, QueryOf, RequestTo } from '@setpoint/contract';
import type { Unchanged } from './unchanged.ts';

/** One request, with the types that the operations table gives it. */
export type Call<Path extends OperationPath, Method extends MethodAt<Path>> = { readonly method: Method } & CallOf<
  Path,
  Method
>;

/** A request without its method. */
export type CallOf<Path extends OperationPath, Method extends string> = Target<Path, Method> &
  Params<ParameterIn<Path>> &
  Payload<RequestTo<Method, Path>>;

/** A path whose answer is one page of a list. */
export type ListPath = {
  [Path in OperationPath]: AnswerTo<'GET', Path> extends { nextCursor: string | null } ? Path : never;
}[OperationPath];

/** The names of the lists in such a page. */
export type ListedIn<Path extends ListPath> = {
  [Name in keyof AnswerTo<'GET', Path>]: AnswerTo<'GET', Path>[Name] extends readonly unknown[] ? Name : never;
}[keyof AnswerTo<'GET', Path>];

/** One element of a list. */
export type ListedAt<Path extends ListPath, Name extends ListedIn<Path>> = AnswerTo<
  'GET',
  Path
>[Name] extends readonly (infer Element)[]
  ? Element
  : never;

interface Target<Path extends OperationPath, Method extends string> {
  /** A path of the contract, with `:name` where a parameter goes. */
  readonly path: Path;
  readonly query?: Readonly<Partial<Record<QueryOf<Method, Path>, QueryValue>>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Left out of the query when undefined. */
export type QueryValue = string | number | boolean | undefined;

type Params<Name extends string> = [Name] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<Name, string>> };

type Payload<Body> = [Body] extends [undefined]
  ? unknown
  : { readonly body: Unchanged<Body> } | { readonly csv: string };
