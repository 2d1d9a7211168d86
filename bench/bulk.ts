/** Deliveries as a gateway makes them after a pause, four at a time. */
export const bulk = { stepsPerBatch: 16, yearStepsPerBatch: 320, inFlight: 4 };
