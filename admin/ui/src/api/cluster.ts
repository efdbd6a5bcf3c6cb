import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, change, value, valueUnless, type Schemas } from './client';
import { keys } from './keys';

export type Status = Schemas['Status'];
export type Pair = Schemas['Pair'];
export type Node = Status['nodes'][number];
export type Proxy = Status['proxies'][number];
export type Alert = Schemas['Alert'];
export type Decision = Schemas['Decision'];
export type Report = Schemas['Report'];
export type Disk = Schemas['Disk'];
export type DiskHolder = Schemas['DiskHolder'];
export type History = Schemas['Figures'];

/** Asked once; what follows comes over the live connection. */
export function useStatus() {
  return useQuery({ queryKey: keys.status, queryFn: () => value(api.GET('/api/v1/status')), staleTime: Infinity });
}

export function useAlerts() {
  return useQuery({ queryKey: keys.alerts, queryFn: () => value(api.GET('/api/v1/alerts')), staleTime: Infinity });
}

/** All topics and groups together; null: not known now. */
export function useTotals() {
  return useQuery({
    queryKey: keys.totals,
    queryFn: async () => {
      const totals = await value(api.GET('/api/v1/totals'));
      return totals.lookedAt === null ? null : totals;
    },
    refetchInterval: 5_000,
  });
}

export const HISTORY_SECONDS = 3_600;

/** Null: this Admin keeps no figures. */
export function useFigures(seconds = HISTORY_SECONDS) {
  return useQuery({
    queryKey: keys.figures(seconds),
    queryFn: () =>
      valueUnless(({ status }) => status === 404, api.GET('/api/v1/history', { params: { query: { seconds } } })),
    // Of a longer time only a value of many changes in a minute.
    refetchInterval: seconds > HISTORY_SECONDS ? 60_000 : 5_000,
    placeholderData: keepPreviousData,
  });
}

/** What has charts of its own, besides pairs. */
export type ChartSubject =
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'group'; readonly topic: string; readonly group: string }
  | { readonly kind: 'node'; readonly node: string };

function askFiguresOf(of: ChartSubject, seconds: number) {
  const query = { seconds };
  switch (of.kind) {
    case 'topic':
      return value(api.GET('/api/v1/topics/{topic}/figures', { params: { path: { topic: of.topic }, query } }));
    case 'group': {
      const path = { topic: of.topic, group: of.group };
      return value(api.GET('/api/v1/topics/{topic}/groups/{group}/figures', { params: { path, query } }));
    }
    case 'node':
      return value(api.GET('/api/v1/nodes/{node}/figures', { params: { path: { node: of.node }, query } }));
  }
}

export function useFiguresOf(of: ChartSubject, seconds: number) {
  return useQuery({
    queryKey: keys.figuresOf(of, seconds),
    queryFn: () => askFiguresOf(of, seconds),
    refetchInterval: seconds > HISTORY_SECONDS ? 60_000 : 10_000,
    placeholderData: keepPreviousData,
  });
}

export function historyOf(pair: string) {
  return {
    queryKey: keys.pair.history(pair),
    queryFn: () => value(api.GET('/api/v1/pairs/{pair}/history', { params: { path: { pair }, query: { most: 200 } } })),
    refetchInterval: 10_000,
  };
}

export function usePairHistory(pair: string) {
  return useQuery(historyOf(pair));
}

export function useDisk(pair: string) {
  return useQuery({
    queryKey: keys.pair.disk(pair),
    queryFn: () => value(api.GET('/api/v1/pairs/{pair}/disk', { params: { path: { pair } } })),
    refetchInterval: 5_000,
  });
}

export function useSwitch(pair: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      change(
        api.POST('/api/v1/pairs/{pair}/switch', {
          params: { path: { pair } },
          body: {},
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: ['pair', pair] }),
  });
}

/** What may be missing if the node were promoted. Asked each time: it changes. */
export function usePromotion(pair: string, node: string) {
  return useQuery({
    queryKey: keys.pair.promotion(pair, node),
    queryFn: () => value(api.GET('/api/v1/pairs/{pair}/promote', { params: { path: { pair }, query: { node } } })),
    enabled: node !== '',
    gcTime: 0,
  });
}

export function usePromote(pair: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (node: string) =>
      change(api.POST('/api/v1/pairs/{pair}/promote', { params: { path: { pair } }, body: { node, shown: true } })),
    onSettled: () => cache.invalidateQueries({ queryKey: ['pair', pair] }),
  });
}
