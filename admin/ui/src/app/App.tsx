import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Failure } from '../api/failure';
import { keys } from '../api/keys';
import { LanguageOfAll } from '../i18n/Language';
import { ClockOfAll } from './clock';
import { LiveOfAll } from './LiveOfAll';
import { router } from './router';

/** Whoever is not logged in any more comes to the login page from wherever it is; whose session is another one learns of it. */
function lookAtSession(failure: unknown): void {
  if (failure instanceof Failure && failure.status === 401) {
    cache.setQueryData(keys.session, null);
  } else if (failure instanceof Failure && failure.code === 'CSRF_TOKEN_WANTED') {
    void cache.invalidateQueries({ queryKey: keys.session });
  }
}

const cache = new QueryClient({
  queryCache: new QueryCache({ onError: lookAtSession }),
  mutationCache: new MutationCache({ onError: lookAtSession }),
  defaultOptions: {
    queries: {
      retry: (times, failure) => times < 2 && failure instanceof Failure && failure.status === 0,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

export function App() {
  return (
    <QueryClientProvider client={cache}>
      <LanguageOfAll>
        <ClockOfAll clock={Date.now}>
          <LiveOfAll>
            <RouterProvider router={router} />
          </LiveOfAll>
        </ClockOfAll>
      </LanguageOfAll>
    </QueryClientProvider>
  );
}
