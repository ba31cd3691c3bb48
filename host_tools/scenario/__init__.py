"""Games written as text: parsed, played on a simulated device by its pins, and checked."""
