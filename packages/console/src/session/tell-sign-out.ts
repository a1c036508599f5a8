const CHANNEL = 'sign-out';

/** Tells the other tabs that nobody, or somebody else, is signed in from now on. */
export function tellSignOut(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

export function onSignOut(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', listener);
  return () => channel.close();
}
