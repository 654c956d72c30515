"""An expert played by known labels: ours, ASReview, AutoTAR; stop advice, calibration, speed."""
