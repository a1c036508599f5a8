import { Component, type ReactNode } from 'react';
import { Button } from 'react-aria-components';

interface CrashProps {
  readonly children: ReactNode;
}

/** Keeps a view that fails from taking the rest of the page with it. */
export class Crash extends Component<CrashProps, { readonly cause: unknown }> {
  override state: { readonly cause: unknown } = { cause: undefined };

  static getDerivedStateFromError(cause: unknown) {
    return { cause };
  }

  override render() {
    const { cause } = this.state;
    if (cause === undefined) return this.props.children;
    return (
      <section className="notice notice-bad" role="alert">
        <h2>This view failed</h2>
        <p>{cause instanceof Error ? cause.message : 'No details are known.'}</p>
        <Button className="button" onPress={() => this.setState({ cause: undefined })}>
          Try again
        </Button>
      </section>
    );
  }
}
