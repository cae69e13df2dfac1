type Options = { cluster: string; folder: string; monitorPort: number; port: number; bytes: number }

// Full at half of what there is, so that room can be made by saying so.

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
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
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
memstore device bytes = ${2 * bytes}
mon osd nearfull ratio = 0.4
mon osd backfillfull ratio = 0.45
mon osd full ratio = 0.5
[mon]
debug mon = 0
debug paxos = 0
paxos propose interval = 0.02
paxos min wait = 0.01
[osd]
debug osd = 0
osd op threads = 2
osd heartbeat interval = 1
osd mon report interval = 1
osd client watch timeout = 1
osd failsafe full ratio = 100
[client.rgw]
rgw data = ${folder}
rgw frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
rgw dns name = localhost
rgw thread pool size = 64
rgw enable usage log = false
rgw enable ops log = false
rgw init timeout = 60
debug rgw = 1
`
