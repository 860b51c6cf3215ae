export const ProofingTab = () => null
