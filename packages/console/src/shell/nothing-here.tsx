import { Link } from 'react-aria-components';

export function NothingHere() {
  return (
    <section className="notice">
      <h1>Nothing here</h1>
      <p>
        This address leads nowhere. <Link href="/">Back to the fleet</Link>
      </p>
    </section>
  );
}
