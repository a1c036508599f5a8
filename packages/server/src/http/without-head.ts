/** For a GET whose answer costs much to make: for HEAD it would be made and thrown away. */
export const WITHOUT_HEAD = { exposeHeadRoute: false } as const;
