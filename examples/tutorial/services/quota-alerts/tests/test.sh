#!/bin/bash
pytest -q tests/quota-alerts
