// What other features may use of the proofing.
export { ProofingTab } from './proofing-tab.tsx'
