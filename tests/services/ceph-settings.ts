type Options = { cluster: string; folder: string; monitorPort: number; port: number; bytes: number }

/** A Ceph of one node without copies, whose store is memory, and that waits for nothing: made to start at once. */
export const cephSettings = ({ cluster, folder, monitorPort, port, bytes }: Options): string => `
[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:${monitorPort}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false
keyring = ${folder}/keyring
mon data = ${folder}/mon
osd data = ${folder}/osd
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/log/$name.log
mon cluster log file = ${folder}/log/cluster.log
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
osd objectstore = memstore
memstore device bytes = ${bytes}
[mon]
debug mon = 0
debug paxos = 0
paxos propose interval = 0.02
paxos min wait = 0.01
[osd]
debug osd = 0
osd op threads = 2
[client.rgw]
rgw data = ${folder}/run
rgw frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
rgw dns name = localhost
rgw thread pool size = 64
rgw enable usage log = false
rgw enable ops log = false
rgw init timeout = 60
debug rgw = 1
`
