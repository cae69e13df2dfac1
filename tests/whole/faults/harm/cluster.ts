import type { Fault, Size } from '#tests/whole/faults/finding.ts'
import { outcomeOf } from '#tests/whole/faults/load/ledger.ts'
import { type DatabaseCluster, startDatabaseCluster, whyNoCluster } from '#tests/whole/services/database-cluster.ts'
import type { Node } from '#tests/whole/services/patroni.ts'
import { playBehindProxy, type Stand, whyNotBehindProxy } from './behind-proxy.ts'
import { isBuiltAgain } from './cluster-index.ts'
import { differences, watchPrimaries } from './cluster-nodes.ts'

/** A blow to the cluster: what is done to its primary, and what undoes it. */
type Blow = {
  name: string
  strike(cluster: DatabaseCluster, primary: Node): Promise<void>
  /** What happens `seconds` later. */
  heal?(cluster: DatabaseCluster, primary: Node): Promise<void>
  seconds?: number
  /** Patroni need not choose another primary. */
  mayStay?: boolean
}

const switchover: Blow = { name: 'switchover', strike: (cluster) => cluster.switchover() }

const leaderKilled: Blow = {
  name: 'PostgreSQL and Patroni of the primary killed',
  strike: (_, primary) => primary.kill9(),
  heal: (_, primary) => primary.start(),
}

/** The wires between the servers, and the primary's to etcd. Fettle still reaches each server. */
const wiresOf = ({ nodes }: DatabaseCluster, { etcd }: Node) => [etcd, ...nodes.flatMap(({ peers }) => peers)]

/** Its Patroni must give up by itself, before the replica takes over. */
const cutOffFromAll: Blow = {
  name: 'the primary cut off from etcd and from its replica for 20 s',
  strike: async (cluster, primary) => {
    for (const wire of wiresOf(cluster, primary)) wire.silence()
  },
  heal: async (cluster, primary) => {
    for (const wire of wiresOf(cluster, primary)) {
      wire.restore()
      wire.cut()
    }
  },
  seconds: 20,
}

const BLOWS: Blow[] = [
  switchover,
  leaderKilled,
  {
    name: 'PostgreSQL of the primary killed',
    strike: (_, primary) => primary.killPostgres(),
    mayStay: true,
  },
  {
    name: 'the primary frozen for 20 s',
    strike: (_, primary) => primary.freeze(),
    heal: (_, primary) => primary.thaw(),
    seconds: 20,
  },
  {
    name: 'the primary cut off from etcd for 20 s',
    strike: async (_, { etcd }) => {
      etcd.silence()
    },
    heal: async (_, { etcd }) => {
      etcd.restore()
      etcd.cut()
    },
    seconds: 20,
    // failsafe_mode: it still reaches its replica.
    mayStay: true,
  },
  cutOffFromAll,
  {
    name: 'etcd away for 15 s',
    strike: async ({ etcd }) => etcd.freeze(),
    heal: async ({ etcd }) => etcd.thaw(),
    seconds: 15,
    mayStay: true,
  },
]

/** Strikes under load; from the moment in which Patroni has a primary again, writes are due within the scene's limit. */
const striking =
  (cluster: DatabaseCluster, { name, strike, heal, seconds = 0, mayStay }: Blow, some: number) =>
  async ({ load, recovers, note }: Stand): Promise<void> => {
    const goOn = () => load.until(load.ledger.acknowledged + some)
    await cluster.untilSynchronous()
    await goOn()
    const primary = await cluster.primary()
    const others = cluster.nodes.filter((node) => node !== primary)
    const begin = performance.now()
    await strike(cluster, primary)
    const next = await cluster.primary(mayStay ? cluster.nodes : others)
    const elected = performance.now()
    recovers()
    await Bun.sleep(Math.max(0, seconds * 1000 - (elected - begin)))
    await heal?.(cluster, primary)
    await goOn()
    const ends = load.ledger.writes
      .filter((write) => outcomeOf(write) === 'acknowledged')
      .map(({ sent, took }) => sent + took)
      .filter((end) => end >= begin - 1000)
      .sort((a, b) => a - b)
    const gap = Math.max(...ends.slice(1).map((end, index) => end - ends[index]!))
    const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    const who = next === primary ? `${primary.name} stayed primary` : `${next.name} was primary`
    note(`${name}: ${who} after ${inSeconds(elected - begin)}; at most ${inSeconds(gap)} without an acknowledgement`)
  }

async function playOnCluster(fault: string, size: Size, blows: Blow[]): ReturnType<Fault['run']> {
  const why = (await whyNoCluster()) ?? (await whyNotBehindProxy())
  if (why) return why
  await using cluster = await startDatabaseCluster()
  const watch = watchPrimaries(cluster.nodes)
  const some = size === 'long' ? 200 : 30
  const acts = blows.map((blow) => striking(cluster, blow, some))
  if (size === 'long') acts.push(isBuiltAgain(cluster))
  const finding = await playBehindProxy({
    ...{ fault, size, acts, starts: 3, database: cluster },
    how: blows.map(({ name }) => name).join(', '),
    // The short one runs beside other tests, whose load delays health checks.
    recoversWithin: size === 'long' ? 1000 : 5000,
  })
  finding.wrong.push(...(await watch.stop()), ...(await differences(cluster)))
  return [finding]
}

const NAME = 'three processes on a PostgreSQL run by Patroni'

export const clusterFaults: Fault = {
  name: NAME,
  run: (size) => playOnCluster(NAME, size, size === 'long' ? BLOWS : [switchover, leaderKilled, cutOffFromAll]),
}
