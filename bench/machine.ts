import { cpus, loadavg, totalmem } from 'node:os'

/** What every benchmark says of the machine it ran on. */
export const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 1_073_741_824),
  node: process.version,
  loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
})

/** The same in a line. */
export const machineLine = ({ cpu, cores, memoryGb, node }: ReturnType<typeof machine>) =>
  `${cpu}, ${cores} cores, ${memoryGb} GB; Node ${node}`
