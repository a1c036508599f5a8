import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { SetpointError } from '@setpoint/client';
import { lazy, Suspense, useState } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Route, Switch, useLocation } from 'wouter';
import { Frame } from './frame/frame.tsx';
import { FleetPage } from './overview/fleet-page.tsx';
import { SessionGate } from './session/session.tsx';
import { Crash } from './shell/crash.tsx';
import { createClock } from './shell/create-clock.ts';
import { Loading } from './shell/loading.tsx';
import { NothingHere } from './shell/nothing-here.tsx';
import { ClockContext } from './shell/use-now.ts';
import { FleetFeed } from './sites/fleet-feed.tsx';

const AlertsPage = lazy(() => import('./alerts/alerts-page.tsx').then(({ AlertsPage: page }) => ({ default: page })));
const HeadroomPage = lazy(() =>
  import('./headroom/headroom-page.tsx').then(({ HeadroomPage: page }) => ({ default: page })),
);
const HealthPage = lazy(() => import('./pages/health-page.tsx').then(({ HealthPage: page }) => ({ default: page })));
const HoldsPage = lazy(() => import('./pages/holds-page.tsx').then(({ HoldsPage: page }) => ({ default: page })));
const PoolPage = lazy(() => import('./pages/pool-page.tsx').then(({ PoolPage: page }) => ({ default: page })));
const PoolsPage = lazy(() => import('./pools/pools-page.tsx').then(({ PoolsPage: page }) => ({ default: page })));
const MePage = lazy(() => import('./people/me-page.tsx').then(({ MePage: page }) => ({ default: page })));
const RegistryPage = lazy(() =>
  import('./pages/registry-page.tsx').then(({ RegistryPage: page }) => ({ default: page })),
);
const SitePage = lazy(() => import('./pages/site-page.tsx').then(({ SitePage: page }) => ({ default: page })));

/** The whole console. */
export function App() {
  const [queries] = useState(createQueries);
  const [clock] = useState(createClock);
  const [, navigate] = useLocation();
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider navigate={navigate}>
        <ClockContext value={clock}>
          <SessionGate>
            <FleetFeed>
              <Frame>
                <Crash>
                  <Suspense fallback={<Loading />}>
                    <Views />
                  </Suspense>
                </Crash>
              </Frame>
            </FleetFeed>
          </SessionGate>
        </ClockContext>
      </RouterProvider>
    </QueryClientProvider>
  );
}

function Views() {
  return (
    <Switch>
      <Route path="/">
        <FleetPage />
      </Route>
      <Route path="/sites/:siteId/:view?">
        {({ siteId, view }) => <SitePage key={siteId} siteId={siteId} view={view} />}
      </Route>
      <Route path="/registry/:part?/:id?">{({ part, id }) => <RegistryPage part={part} id={id} />}</Route>
      <Route path="/headroom">
        <HeadroomPage />
      </Route>
      <Route path="/pools">
        <PoolsPage />
      </Route>
      <Route path="/pools/:poolId">{({ poolId }) => <PoolPage key={poolId} poolId={poolId} />}</Route>
      <Route path="/alerts/:alertId?">{({ alertId }) => <AlertsPage alertId={alertId} />}</Route>
      <Route path="/me">
        <MePage />
      </Route>
      <Route path="/holds">
        <HoldsPage />
      </Route>
      <Route path="/health">
        <HealthPage />
      </Route>
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}

const RETRIED_TWICE = 2;

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A request that the service rejected is not repeated; one that did not reach it is.
        retry: (count, cause) => count < RETRIED_TWICE && !(cause instanceof SetpointError && cause.status in REFUSALS),
        staleTime: 2_000,
        // Coming back from another window must not disturb an edit.
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

const REFUSALS = { 400: true, 401: true, 403: true, 404: true, 409: true, 412: true };
