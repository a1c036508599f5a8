/** Lets one piece of work begin when the one before it has ended, whatever became of that. */
export function takeTurns(): <Output>(work: () => Promise<Output>) => Promise<Output> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
