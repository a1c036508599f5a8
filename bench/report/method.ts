/** How the document begins when there is none yet. */
export const METHOD = `# Benchmarks

Written by \`npm run bench\`; each run replaces the sections of the benches it ran.

How it is measured:

- The service and its reference run as processes of their own on the same machine, over loopback. A third process
  makes the load: keep-alive connections with one request under way each. It checks the status of every answer and,
  for reads, every byte.
- Each row measures the reference and ours in turn, after one round that only warms up and a second of warm-up before
  every measurement. Rates, latencies and CPU times are medians over the rounds; the ratio is the median of the
  rounds' own ratios.
- Every request to write has a body of its own. After each round every site that was written is read back and must
  hold, whole, the last batch that was acknowledged for it; the reference's rows are checked likewise. A single wrong
  answer or stored value fails the row.
- CPU time is that of all threads of the server. The shares of a core tell what was saturated: on two cores the load
  process is half of what is measured. The column for other CPU is all that neither server nor load used: the
  system, and whatever else ran on the machine.
- Disks are slowed with \`strace\`, which delays the return of every fsync and fdatasync and leaves every other system
  call alone; the reference is slowed likewise.
- The fleets of the gateway's rows are one process too, which speaks MQTT or HTTP over as many connections as there are
  controllers (two each by long poll) and does no more than the protocol asks for. From POST to snapshot is timed in that
  process, which sends the one and gets the other. Public reads beside a fleet come a hundred times a second, whether or
  not those before were answered. Reports carry a whole device tree of 3 kB; after a round every site must show the value
  that its controller had acknowledged last.
- PostgreSQL comes from the npm registry with its own defaults, one server for both sides; its CPU time stands under other
  CPU. The connections of the load are dealt out among two nodes; their references are one bare process with prepared
  statements over a pool of 20 connections. Lists are compared with \`psql\`, by its own clock, which leaves out its start and
  its printing.
- The console's rows run the page in a real Chromium on the same machine, without a graphics card, so that drawing takes
  processor time beside the service and the load. A frame counts as long when the browser itself says so (long animation
  frames, from 50 ms); times are medians with the worst beside them, and on a busy machine both grow.
- Its memory is looked at when everything was collected and nothing changes: of the whole heap the least of twelve looks, and
  of three snapshots the least that the page's own program keeps (objects, arrays, texts, functions). The heap grows at first,
  and by ever less, because the engine compiles what runs often: of the 0.3 MB by which it grew from 8,000 to 50,000 changes,
  0.2 MB were machine code, while objects, arrays, texts and functions became 2 kB less. So the hour begins after 18,000
  changes. One number kept of each change would be beyond the limit of what is kept.
- The bodies for 1,000 sites are sent two at a time, long enough that reading the first of them does not count. With 96
  entries a site they are 8 MB each, and do not reach three times the rate of single requests: of the 370 to 450 µs that
  one of those takes of the processor, its 8 kB take most, whichever way they come. Profiled, a site of such a body takes
  115 µs of the thread that reads (among them 25 to parse, 10 to scan for keys named twice, 30 to check and write out
  again, 10 to hash, 10 to hand over), 115 µs of the thread that writes (60 for statements, 20 for the commit, 25 for
  checkpoints: 12 kB of log and as much again into the file, two thirds of it the text in the log of batches) and 55 µs of
  collecting memory. Both threads work at the same time, so two cores are full at about 7,000 sites a second with nothing
  else on the machine.
- With one entry a site, the thread that writes is what is full: 50 µs of the processor a site (15 for five
  statements, 12 for the page of the index in which the site's batches are found, which is another one for each site, 6
  for the commit), and 10 to 20 more until the disk has the 7 kB of pages that come of it. Reading it takes 22. The ratio
  was between 2.5 and 2.9 in runs on a quick machine (14,400 sites a second) and between 2.8 and 3.5 on a slow one
  (11,000 to 13,000), where single requests, which fill the thread that reads, suffer more; 2.8 was the median of 17
  runs.
- The data lies in the system's directory for temporary files, so that must be on the disk in question.
`;
